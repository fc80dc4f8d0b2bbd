/** The program of BacktestDesk's processes. */
import { backtestStored } from './backtestStored.ts'
import { answerParent } from '../workers/answerParent.ts'

answerParent(backtestStored)
