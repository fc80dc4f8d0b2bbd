import { z } from 'zod'
import { indexSymbol } from '../../kit/inputFields.ts'
import { strategyIdInput } from '../strategies/input.ts'

export const sightInput = z.object({ strategyId: strategyIdInput.shape.strategyId, symbol: indexSymbol })
