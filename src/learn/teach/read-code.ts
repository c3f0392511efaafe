/** Reading QR codes with the camera. The pictures stay in this page: nothing of them is kept or sent. */
import jsQR from 'jsqr';

/** Codes that are held into a camera are large: this many pixels across are enough, and are read in a few milliseconds. */
const WIDTH = 480;
/** Time between two looks, ms. */
const EVERY_MS = 150;

/** Why there is no picture. */
export type CameraProblem = 'none' | 'refused';

/**
 * Shows the camera in a video element and answers every text that it sees, until the answered function is called.
 * @throws nothing: what goes wrong is told to `onProblem`
 */
export function watchCamera(
  video: HTMLVideoElement,
  onText: (text: string) => void,
  onProblem: (problem: CameraProblem) => void,
): () => void {
  let stream: MediaStream | undefined;
  let isWanted = true;
  const canvas = document.createElement('canvas');
  const look = () => {
    if (video.readyState < video.HAVE_CURRENT_DATA || video.videoWidth === 0) return;
    canvas.width = Math.min(WIDTH, video.videoWidth);
    canvas.height = Math.round((canvas.width * video.videoHeight) / video.videoWidth);
    const context = canvas.getContext('2d', { willReadFrequently: true });
    if (!context) return;
    context.drawImage(video, 0, 0, canvas.width, canvas.height);
    const { data, width, height } = context.getImageData(0, 0, canvas.width, canvas.height);
    const found = jsQR(data, width, height, { inversionAttempts: 'dontInvert' });
    if (found && found.data !== '') onText(found.data);
  };
  const timer = setInterval(look, EVERY_MS);
  const begin = async () => {
    if (!navigator.mediaDevices) return onProblem('none');
    try {
      stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } });
      if (!isWanted) return end();
      video.srcObject = stream;
      await video.play();
    } catch (error) {
      if (isWanted)
        onProblem(error instanceof DOMException && error.name === 'NotAllowedError' ? 'refused' : 'none');
    }
  };
  const end = () => {
    isWanted = false;
    clearInterval(timer);
    for (const track of stream?.getTracks() ?? []) track.stop();
  };
  void begin();
  return end;
}
