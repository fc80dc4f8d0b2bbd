import { z } from 'zod'
import { date, id, indexSymbol } from '../server/inputFields.ts'

export const runBacktestInput = z
  .object({ strategyId: id('strategyId'), symbol: indexSymbol.nullish(), from: date('from').nullish(), to: date('to').nullish() })
  .refine(({ from, to }) => !from || !to || from <= to, { path: ['to'], message: 'to must not be before from' })

export const backtestIdInput = z.object({ id: id('id') })
