/** The path to go to after signing in: `next` if it is a path of this site, else the home page. */
export function pathAfter({ next }: Readonly<Record<string, string>>): string {
  return next !== undefined && /^\/(?![/\\])[^\s]*$/.test(next) ? next : '/'
}

export const withNext = (path: string, next: string): string => (next === '/' ? path : `${path}?next=${encodeURIComponent(next)}`)
