/** See live.js. */
export function follow(
  url: string,
  name: string,
  argument: object,
  onChange: (collections: Map<string, Map<string, object>>) => void,
  onRefused?: (error: { error: number | string; reason?: string }) => void,
): () => void
