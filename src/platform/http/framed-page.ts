import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'

/**
 * Lets pages of other sites show an answer in a frame. Only the handler of such an answer may call it, not whoever reads the path of a request:
 * a path such as `/embed/../account` names another page.
 * @param styles what the policy of the content allows of styles besides those of the site, such as ` 'sha256-…'`
 * @returns the headers of the answer
 */
export function framedHeaders(context: Context, styles = ''): Record<string, string> {
  const { outgoing } = context.env as HttpBindings
  outgoing.removeHeader('x-frame-options')
  return {
    'content-security-policy': [
      "default-src 'none'",
      "script-src 'self'",
      `style-src 'self'${styles}`,
      "font-src 'self'",
      "connect-src 'self'",
      "base-uri 'none'",
      "form-action 'none'",
      'frame-ancestors *',
    ].join('; '),
    // A frame in a sandbox has no origin, and asks for the page again as another site would. It gets what every visitor gets.
    'access-control-allow-origin': '*',
  }
}
