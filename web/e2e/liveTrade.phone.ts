import { walkLiveTrade } from './liveTradeWalk.ts'

walkLiveTrade('a phone')
