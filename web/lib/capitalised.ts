/** A text with its first letter as a capital: what is shown may come from words in a sentence, or from what an admin typed. */
export const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
