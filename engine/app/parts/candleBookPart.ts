import { loadCandleBook } from '../../history/loadCandleBook.ts'
import type { Store } from '../../store/Store.ts'
import { definePart } from '../Part.ts'
import type { Wait } from '../Platform.ts'

interface Needs {
  readonly store: Store
  readonly wait: Wait
}

/** The candles in memory, as the database has them at the start, and the start of each index's last one. */
export const candleBookPart = definePart({
  open: ({ store, wait }: Needs) => wait('the database', () => loadCandleBook(store)),
})
