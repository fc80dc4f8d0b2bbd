/** The entry of PerformancePool's worker thread. */
export { countResults as default } from '../analysis/performance/countResults.ts'
