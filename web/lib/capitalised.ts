/** Capitalises a text's first letter: the text may be part of a sentence, or an admin's input. */
export const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
