/** Version of the text by which a user agrees that the broker account's PIN and TOTP secret are kept. A new text gets the next one. */
export const BROKER_CONSENT_VERSION = 1
