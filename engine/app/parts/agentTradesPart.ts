import type { Logger } from 'pino'
import type { ResearchService } from '../../agent/ResearchService.ts'
import { AgentTrades } from '../../agent/trades/AgentTrades.ts'
import { proposalLife } from '../../agent/trades/proposalLife.ts'
import type { EngineClock } from '../../schedule/EngineClock.ts'
import type { Store } from '../../store/Store.ts'
import type { Lanes } from '../../trading/floor/Lanes.ts'
import type { TradingFloor } from '../../trading/floor/TradingFloor.ts'
import { CLOCK_BEAT_MS } from '../beginBeats.ts'
import { definePart } from '../Part.ts'

interface Needs {
  readonly store: Store
  readonly lanes: Lanes
  readonly floor: TradingFloor
  readonly research: ResearchService
  readonly time: EngineClock
  readonly log: Logger
}

/** The trades of the AI trading agent. Behind feedPart.ts: what was approved while no engine ran is priced now, or too late. */
export const agentTradesPart = definePart({
  open: ({ store, lanes, floor, research, time, log }: Needs) => {
    const agentTrades = new AgentTrades({
      ...{ records: store.decisions, queue: lanes.queue, market: () => floor.view(), log },
      candleLife: () => time.waits().candleLife,
      proposalLife: () => proposalLife(time.clock),
      submit: (orders) => floor.submit(orders),
    })
    research.onVerdicts((verdicts) => void agentTrades.take(verdicts))
    return { agentTrades }
  },
  hears: ({ agentTrades }) => ({ 'proposal.approved': () => void agentTrades.obey() }),
  run: ({ agentTrades }) => ({
    beats: [{ everyMs: CLOCK_BEAT_MS, do: () => agentTrades.onTime() }],
    onUsersChanged: () => void agentTrades.obey(),
    begin: () => void agentTrades.obey(),
  }),
})
