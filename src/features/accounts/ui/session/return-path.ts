/** The path to go to after signing in: `next` if it is a path of this site, else the home page. */
export function readReturnPath({ next }: Readonly<Record<string, string>>): string {
  return next !== undefined && /^\/(?![/\\])[^\s]*$/.test(next) ? next : '/'
}

export const withReturnPath = (path: string, next: string): string => (next === '/' ? path : `${path}?next=${encodeURIComponent(next)}`)
