/** Measures what its argument names and tells its parent, in a process of its own: what others have left on the heap would be measured with it. */
import { ROWS } from './benchRows.ts'

const measure = ROWS[process.argv[2] ?? '']
if (!measure || !process.send) throw new RangeError('measureRows.ts starts this with the name of a row')
process.send(await measure())
process.disconnect()
