import { it } from 'vitest'
import { expectManyDays } from './testing/expectManyDays.ts'

it('the first hundred simulated days in which things go wrong keep every invariant', () => expectManyDays(1, 100), 1_200_000)
