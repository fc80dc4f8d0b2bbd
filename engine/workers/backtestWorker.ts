/** The entry of BacktestDesk's worker thread. */
export { backtestStored as default } from '../runtime/backtestStored.ts'
