import { BrokerError } from '../port.ts'

/** An error without secrets and tokens in its words: the broker's own may repeat what was sent. */
export function blotOut(error: BrokerError, secrets: readonly string[]): BrokerError {
  const message = secrets.filter((secret) => secret !== '').reduce((text, secret) => text.replaceAll(secret, '***'), error.message)
  return new BrokerError(error.kind, message.replace(/eyJ[\w-]+\.[\w-]+\.[\w-]*/g, '***'), error.brokerCode)
}
