import { CombinedGraphQLErrors } from '@apollo/client'
import { toast } from 'sonner'
import { afterEach, expect, it, vi } from 'vitest'
import { toastFailure } from './toastFailure.ts'

afterEach(() => vi.restoreAllMocks())

const refusal = (message: string) => new CombinedGraphQLErrors({ data: null, errors: [{ message }] })

it('a refusal without words is told in the words that are named for the action, another in its own', () => {
  const failed = vi.spyOn(toast, 'error')
  toastFailure('Failed to subscribe to strategy', refusal(''))
  expect(failed).toHaveBeenLastCalledWith('Failed to subscribe to strategy')
  toastFailure('Failed to subscribe to strategy', refusal('You are subscribed already.'))
  expect(failed).toHaveBeenLastCalledWith('You are subscribed already.')
})
