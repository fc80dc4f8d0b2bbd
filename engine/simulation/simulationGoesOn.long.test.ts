import { it } from 'vitest'
import { expectManyDays } from './testing/expectManyDays.ts'

// A file of its own, which runs beside the one of the first hundred.
it('the next hundred simulated days in which things go wrong keep every invariant', () => expectManyDays(101, 100), 1_200_000)
