/** Text as LIKE finds it, letter by letter: its percent signs and underscores stand for themselves. */
export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&')
