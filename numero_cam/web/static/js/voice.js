// @ts-check
// Says what changed: the newest call interrupts, and none waits. A voice of this machine, else clips that came with the page.

/** @import {Say} from "./protocol.d.ts" */

const KEPT = "numero-sound";
/** Longest time that a voice may speak, in milliseconds. */
const LONGEST = 8_000;
/** Silence before the first clip, and between two, in seconds. */
const BEFORE = 0.02, BETWEEN = 0.03;
/** Two rising notes, in hertz; their length in seconds and their loudness, 0 to 1. */
const NOTES = [523.25, 783.99], NOTE_LENGTH = 0.16, NOTE_VOLUME = 0.2;

export class Voice {
  constructor() {
    this.on = localStorage.getItem(KEPT) === "on";
    this.call = 0;
    /** @type {SpeechSynthesisVoice | null} */
    this.voice = null;
    /** @type {AudioContext | undefined} */
    this.audio = undefined;
    /** @type {AudioBufferSourceNode[]} */
    this.playing = [];
    /** @type {Map<string, Promise<AudioBuffer | null>>} */
    this.clips = new Map();
    window.speechSynthesis?.addEventListener?.("voiceschanged", () => this.find());
    for (const touch of ["pointerdown", "keydown"]) document.addEventListener(touch, () => this.on && this.wake(), {once: true});
    this.find();
  }

  // A touch is needed before a page may be heard, also where sound was left on.
  wake() {
    return (this.audio ??= new AudioContext());
  }

  find() {
    const voices = window.speechSynthesis?.getVoices?.() ?? [];
    const [language] = document.documentElement.lang.split("-");
    const local = voices.filter(voice => voice.localService && voice.lang.startsWith(language));
    this.voice = local.find(voice => voice.default) ?? local[0] ?? null;
  }

  /** @param {boolean} on */
  switch(on) {
    this.on = on;
    localStorage.setItem(KEPT, on ? "on" : "off");
    if (on) this.wake();
    else this.hush();
  }

  hush() {
    this.call += 1;
    window.speechSynthesis?.cancel();
    this.playing.forEach(source => source.stop());
    this.playing = [];
  }

  /** @param {Say} message */
  say({text, clips}) {
    if (!this.on || document.hidden) return;
    this.hush();
    if (this.voice) this.speak(text, this.voice);
    else this.play(clips ?? [], this.call);
  }

  /** Two rising notes for a take worth telling. */
  cheer() {
    const {audio} = this;
    if (!this.on || document.hidden || !audio) return;
    NOTES.forEach((frequency, n) => {
      const at = audio.currentTime + n * NOTE_LENGTH, tone = audio.createOscillator(), volume = audio.createGain();
      tone.frequency.value = frequency;
      volume.gain.setValueAtTime(NOTE_VOLUME, at);
      volume.gain.exponentialRampToValueAtTime(NOTE_VOLUME / 100, at + 2 * NOTE_LENGTH);
      tone.connect(volume).connect(audio.destination);
      tone.start(at);
      tone.stop(at + 2 * NOTE_LENGTH);
    });
  }

  /** @param {string} text @param {SpeechSynthesisVoice} voice */
  speak(text, voice) {
    const utterance = new SpeechSynthesisUtterance(text);
    utterance.voice = voice;
    utterance.lang = voice.lang;
    const tooLong = setTimeout(() => window.speechSynthesis.cancel(), LONGEST);
    utterance.onend = utterance.onerror = () => clearTimeout(tooLong);
    window.speechSynthesis.speak(utterance);
  }

  /** @param {string[]} names @param {number} call */
  async play(names, call) {
    const {audio} = this;
    if (!audio) return;
    const sounds = await Promise.all(names.map(name => this.clip(name, audio)));
    if (call !== this.call) return;
    let at = audio.currentTime + BEFORE;
    for (const sound of sounds) {
      if (!sound) continue;
      const source = audio.createBufferSource();
      source.buffer = sound;
      source.connect(audio.destination);
      source.start(at);
      this.playing.push(source);
      at += sound.duration + BETWEEN;
    }
  }

  /**
   * A clip; null where it is missing: it is left out.
   * @param {string} name
   * @param {AudioContext} audio
   */
  clip(name, audio) {
    const known = this.clips.get(name);
    if (known) return known;
    const loaded = fetch(new URL(`../clips/${encodeURIComponent(name)}.mp3`, import.meta.url))
      .then(answer => (answer.ok ? answer.arrayBuffer() : null))
      .then(data => data && audio.decodeAudioData(data))
      .catch(() => null);
    this.clips.set(name, loaded);
    return loaded;
  }
}
