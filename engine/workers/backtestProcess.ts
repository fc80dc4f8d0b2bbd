/** The program of BacktestDesk's processes. */
import { backtestStored } from '../runtime/backtestStored.ts'
import { answerParent } from './answerParent.ts'

answerParent(backtestStored)
