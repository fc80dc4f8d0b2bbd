import { z } from 'zod'
import { id } from '../server/inputFields.ts'

export const strategyIdInput = z.object({ strategyId: id('strategyId') })
export const subscriptionIdInput = z.object({ id: id('id') })
