@echo off
rem Shows the page on this computer, see README.html.
chcp 65001 >nul
py -3 -c "" 2>nul && (py -3 "%~dp0start.py" || pause & exit /b)
python -c "" 2>nul && (python "%~dp0start.py" || pause & exit /b)
echo NEEDS_PYTHON
pause
