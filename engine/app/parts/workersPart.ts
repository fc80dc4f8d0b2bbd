import { availableParallelism } from 'node:os'
import type { Logger } from 'pino'
import type { CandleBook } from '../../market/CandleBook.ts'
import type { Shutdown } from '../../runtime/Shutdown.ts'
import { EvaluationPool } from '../../workers/EvaluationPool.ts'
import { definePart } from '../Part.ts'

interface Needs {
  readonly book: CandleBook
  readonly shutdown: Shutdown
  readonly log: Logger
}

/** The threads that evaluate strategies. */
export const workersPart = definePart({
  open: ({ book, shutdown, log }: Needs) => {
    const threads = availableParallelism()
    const pool = new EvaluationPool({ book, threads, log })
    shutdown.add('workers', () => pool.close())
    return { pool, threads }
  },
})
