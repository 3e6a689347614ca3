/** Short tones for people who look at the goods and not at the screen. Off until somebody turns them on. */

const KEY = "packhorse.sound";

export const sound = {
  get: () => localStorage.getItem(KEY) === "on",
  set: (on: boolean) => (on ? localStorage.setItem(KEY, "on") : localStorage.removeItem(KEY)),
};

let audio: AudioContext | undefined;

/** One high tone when it was done, two low ones when a person has to look. */
export function beep(good: boolean): void {
  if (!sound.get() || typeof AudioContext === "undefined") return;
  audio ??= new AudioContext();
  const { currentTime, destination } = audio;
  for (const [start, pitch] of good
    ? [[0, 1320]]
    : [
        [0, 220],
        [0.16, 220],
      ]) {
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    tone.frequency.value = pitch as number;
    volume.gain.value = 0.15;
    tone.connect(volume).connect(destination);
    tone.start(currentTime + (start as number));
    tone.stop(currentTime + (start as number) + 0.12);
  }
}
