import type { Logger } from 'pino'
import type { EngineConfig } from '../../runtime/config.ts'
import { StopFile } from '../../runtime/StopFile.ts'
import { StopWatch } from '../../runtime/StopWatch.ts'
import type { Store } from '../../store/Store.ts'
import type { TradingFloor } from '../../trading/floor/TradingFloor.ts'
import { CLOCK_BEAT_MS } from '../beginBeats.ts'
import { definePart } from '../Part.ts'

interface Needs {
  readonly config: EngineConfig
  readonly store: Store
  readonly floor: TradingFloor
  readonly log: Logger
}

/** Obeys a stop that waits in the data folder. It stands before feedPart.ts: it is looked for before the time makes anything due. */
export const stopWatchPart = definePart({
  open: ({ config, store, floor, log }: Needs) => ({
    stopWatch: new StopWatch({
      file: new StopFile(config.home),
      obey: ({ squareOff }) => floor.stopAll(squareOff),
      store: async (order) => {
        await store.stopAll(order)
        // Besides its event: a database that has just come back may publish late.
        floor.obey()
      },
      log,
    }),
  }),
  run: ({ stopWatch }) => ({ beats: [{ everyMs: CLOCK_BEAT_MS, do: () => stopWatch.onTime() }] }),
})
