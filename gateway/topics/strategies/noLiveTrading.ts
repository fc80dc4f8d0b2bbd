import { UserFacingError } from '../../../schema/errors.ts'

/** The refusal of real orders. */
export function noLiveTrading(): UserFacingError {
  return new UserFacingError(
    'FORBIDDEN',
    'Live trading is not available: this version sends no orders to a broker. The strategy stays on paper.',
  )
}
