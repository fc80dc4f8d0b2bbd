const SHOWN_CHARACTERS = 2

/** The last characters of a client code at the broker, by which its owner knows it. */
export const clientCodeEnding = (code: string): string => code.slice(-SHOWN_CHARACTERS)
