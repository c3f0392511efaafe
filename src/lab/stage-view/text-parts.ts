/** The stage in words. It loads once the stage has its first picture. */
export { StageSpeech } from './StageSpeech.tsx';
export { StageTip } from './StageTip.tsx';
