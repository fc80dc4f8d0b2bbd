/** Nesting depth of objects and lists in a JSON text, which need not be valid. Linear, and no recursion: the text may be hostile. */
export function nestingDepth(json: string): number {
  let depth = 0
  let deepest = 0
  let inText = false
  for (let i = 0; i < json.length; i++) {
    const character = json[i]
    if (inText) {
      if (character === '\\') i++
      else if (character === '"') inText = false
    } else if (character === '"') inText = true
    else if (character === '{' || character === '[') deepest = Math.max(deepest, ++depth)
    else if (character === '}' || character === ']') depth--
  }
  return deepest
}
