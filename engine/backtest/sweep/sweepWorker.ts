/** The entry of SweepPool's worker threads. */
export { answerChunk as default } from './sweep.ts'
