/** Where to go after signing in: a path of this site, else home. What leads elsewhere is not followed. */
export function pathAfter({ next }: Readonly<Record<string, string>>): string {
  return next !== undefined && /^\/(?![/\\])[^\s]*$/.test(next) ? next : '/'
}

export const withNext = (path: string, next: string): string => (next === '/' ? path : `${path}?next=${encodeURIComponent(next)}`)
