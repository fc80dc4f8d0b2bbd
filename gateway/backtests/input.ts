import { z } from 'zod'
import { date, id, indexSymbol } from '../server/inputFields.ts'
import { termsInput, WINDOW_COMPLAINT, windowEndsAfterStart } from '../strategies/termsInput.ts'

export const runBacktestInput = z
  .object({
    strategyId: id('strategyId').nullish(),
    draft: termsInput.refine(windowEndsAfterStart, WINDOW_COMPLAINT).nullish(),
    symbol: indexSymbol.nullish(),
    from: date('from').nullish(),
    to: date('to').nullish(),
  })
  .refine(({ from, to }) => !from || !to || from <= to, { path: ['to'], message: 'to must not be before from' })
  .refine(({ strategyId, draft }) => (strategyId == null) !== (draft == null), {
    path: ['strategyId'],
    message: 'Name either a strategyId or a draft, not both',
  })

export const backtestIdInput = z.object({ id: id('id') })
