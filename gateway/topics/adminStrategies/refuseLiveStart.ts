import { UserFacingError } from '../../../schema/errors.ts'

/** Refuses a strategy whose subscriptions would not begin on paper: nobody is taken to live trading by somebody else. Throws FORBIDDEN. */
export function refuseLiveStart({ paperTrade }: { readonly paperTrade?: boolean | null }): void {
  if (paperTrade === false)
    throw new UserFacingError(
      'FORBIDDEN',
      'Every subscription begins on paper. Those who have it switch to live themselves, on the card of the strategy.',
    )
}
