const segmenter = /[\s\-_./]+/

/** Up to two letters for a person: "Ada Moreau" → "AM", "keith" → "K". */
export function initials(name: string): string {
  const words = name.trim().split(segmenter).filter(Boolean)
  const first = words[0] ?? '?'
  const last = words.length > 1 ? words[words.length - 1] : undefined
  return ([...first][0] ?? '?').toUpperCase() + (last ? ([...last][0] ?? '').toUpperCase() : '')
}

const small = new Set(['the', 'of', 'and', 'a', 'an', 'in', 'on', 'to', 'from', '&', 'no'])

/** The usual abbreviation of a machine's name: "Attack From Mars" → "AFM", "The Addams Family" → "TAF", "Firepower" → "FI". */
export function monogram(name: string): string {
  const words = name
    .replace(/\(.*?\)|:.*$|[^\p{L}\p{N}\s&-]/gu, '')
    .split(segmenter)
    .filter(word => word !== '' && word !== '&')
  if (words.length === 0) return '?'
  if (words.length === 1) return [...(words[0] ?? '?')].slice(0, 2).join('').toUpperCase()
  const kept = words.length > 4 ? words.filter(word => !small.has(word.toLowerCase())) : words
  return (kept.length > 1 ? kept : words)
    .slice(0, 4)
    .map(word => [...word][0])
    .join('')
    .toUpperCase()
}
