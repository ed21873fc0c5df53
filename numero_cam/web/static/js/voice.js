// Says what changed: the newest call interrupts, and none waits. A voice of this machine, else clips that came with the page.
const KEPT = "numero-sound";
const LONGEST = 8_000;

export class Voice {
  constructor(button, words) {
    this.on = localStorage.getItem(KEPT) === "on";
    this.button = button;
    this.words = words;
    this.call = 0;
    button.addEventListener("click", () => this.switch(!this.on));
    window.speechSynthesis?.addEventListener?.("voiceschanged", () => this.find());
    for (const touch of ["pointerdown", "keydown"]) document.addEventListener(touch, () => this.on && this.wake(), {once: true});
    this.find();
    this.show();
  }

  // A touch is needed before a page may be heard, also where sound was left on.
  wake() {
    this.audio ??= new AudioContext();
  }

  find() {
    const voices = window.speechSynthesis?.getVoices?.() ?? [];
    const local = voices.filter(voice => voice.localService && voice.lang.startsWith("en"));
    this.voice = local.find(voice => voice.default) ?? local[0] ?? null;
  }

  switch(on) {
    this.on = on;
    localStorage.setItem(KEPT, on ? "on" : "off");
    if (on) this.wake();
    else this.hush();
    this.show();
  }

  show() {
    this.button.textContent = this.on ? this.words.soundOn : this.words.soundOff;
    this.button.setAttribute("aria-pressed", String(this.on));
  }

  hush() {
    this.call += 1;
    window.speechSynthesis?.cancel();
    this.playing?.forEach(source => source.stop());
    this.playing = [];
  }

  say({text, clips}) {
    if (!this.on || document.hidden) return;
    this.hush();
    if (this.voice) this.speak(text);
    else this.play(clips ?? [], this.call);
  }

  speak(text) {
    const said = new SpeechSynthesisUtterance(text);
    said.voice = this.voice;
    said.lang = this.voice.lang;
    setTimeout(() => said.over || window.speechSynthesis.cancel(), LONGEST);
    said.onend = said.onerror = () => (said.over = true);
    window.speechSynthesis.speak(said);
  }

  async play(clips, call) {
    if (!this.audio) return;
    const sounds = (await Promise.all(clips.map(name => this.clip(name)))).filter(Boolean);
    if (call !== this.call) return;
    let at = this.audio.currentTime + 0.02;
    for (const sound of sounds) {
      const source = this.audio.createBufferSource();
      source.buffer = sound;
      source.connect(this.audio.destination);
      source.start(at);
      this.playing.push(source);
      at += sound.duration + 0.03;
    }
  }

  // A clip that is missing is left out.
  async clip(name) {
    this.clips ??= new Map();
    if (!this.clips.has(name)) {
      const loaded = fetch(`/static/clips/${encodeURIComponent(name)}.mp3`)
        .then(answer => (answer.ok ? answer.arrayBuffer() : null))
        .then(data => data && this.audio.decodeAudioData(data))
        .catch(() => null);
      this.clips.set(name, loaded);
    }
    return this.clips.get(name);
  }
}
