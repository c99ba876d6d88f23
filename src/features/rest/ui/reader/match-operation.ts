/** What is searched of an operation of the document. */
export interface SearchedOperation {
  path: string
  method: string
  /** the name of the call, such as `boards.top` */
  summary: string
  description: string
}

/** True if an operation has all words of a text, in any case and order. */
export function operationHasWords({ path, method, summary, description }: SearchedOperation, text: string): boolean {
  const searched = `${method} ${path} ${summary} ${description}`.toLowerCase()
  return text
    .toLowerCase()
    .split(/\s+/)
    .every(word => searched.includes(word))
}
