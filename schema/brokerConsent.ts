/** Version of the text by which a user agrees that PIN and TOTP secret of the account at the broker are kept. A new text takes the next one. */
export const BROKER_CONSENT_VERSION = 1
