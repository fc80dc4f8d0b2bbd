import { Assembly } from './Assembly.ts'
import { accountSessionsPart } from './parts/accountSessionsPart.ts'
import { agentTradesPart } from './parts/agentTradesPart.ts'
import { backtestsPart } from './parts/backtestsPart.ts'
import { booksPart } from './parts/booksPart.ts'
import { brokerAccountsPart } from './parts/brokerAccountsPart.ts'
import { brokerMarketPart } from './parts/brokerMarketPart.ts'
import { candleBookPart } from './parts/candleBookPart.ts'
import { dailyLossPart } from './parts/dailyLossPart.ts'
import { executionPart } from './parts/executionPart.ts'
import { feedPart } from './parts/feedPart.ts'
import { firstOrdersPart } from './parts/firstOrdersPart.ts'
import { floorPart } from './parts/floorPart.ts'
import { gatewaysPart } from './parts/gatewaysPart.ts'
import { heartbeatPart } from './parts/heartbeatPart.ts'
import { historyPart } from './parts/historyPart.ts'
import { lanesPart } from './parts/lanesPart.ts'
import { leasesPart } from './parts/leasesPart.ts'
import { marketPart } from './parts/marketPart.ts'
import { marketRulesPart } from './parts/marketRulesPart.ts'
import { optionCandlesPart } from './parts/optionCandlesPart.ts'
import { performancePart } from './parts/performancePart.ts'
import { pricesPart } from './parts/pricesPart.ts'
import { readinessPart } from './parts/readinessPart.ts'
import { researchPart } from './parts/researchPart.ts'
import { samplingPart } from './parts/samplingPart.ts'
import { schedulePart } from './parts/schedulePart.ts'
import { sharedConnectionsPart } from './parts/sharedConnectionsPart.ts'
import { stopWatchPart } from './parts/stopWatchPart.ts'
import { storePart } from './parts/storePart.ts'
import { strategiesPart } from './parts/strategiesPart.ts'
import { timePart } from './parts/timePart.ts'
import { workersPart } from './parts/workersPart.ts'
import type { Platform } from './Platform.ts'

/**
 * All parts of the engine, one a line, in the order of the data. Each comes after those whose services it needs: the compiler says so where
 * one does not. In this order they are opened, resume, begin and are told of an event; they close in the reverse one.
 */
export const PARTS = Assembly.of<Platform>()
  .with(brokerMarketPart)
  .with(brokerAccountsPart)
  .with(sharedConnectionsPart)
  .with(leasesPart)
  .with(marketRulesPart)
  .with(timePart)
  .with(marketPart)
  .with(storePart)
  .with(strategiesPart)
  .with(candleBookPart)
  .with(workersPart)
  .with(lanesPart)
  .with(historyPart)
  .with(pricesPart)
  .with(optionCandlesPart)
  .with(gatewaysPart)
  .with(executionPart)
  .with(floorPart)
  .with(stopWatchPart)
  .with(feedPart)
  .with(dailyLossPart)
  .with(researchPart)
  .with(agentTradesPart)
  .with(firstOrdersPart)
  .with(schedulePart)
  .with(performancePart)
  .with(booksPart)
  .with(backtestsPart)
  .with(heartbeatPart)
  .with(accountSessionsPart)
  .with(samplingPart)
  .with(readinessPart)
