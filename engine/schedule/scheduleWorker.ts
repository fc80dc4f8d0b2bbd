/** The entry of SchedulePool's worker thread: each export is a task, by its name. */
export { countResults } from '../analysis/performance/countResults.ts'
export { netsIfClosed } from '../analysis/performance/netsIfClosed.ts'
export { checkBooks } from '../store/checkBooks.ts'
