/**
 * Returns the headers of every answer. They allow no inline scripts and styles, and sockets only to the site itself.
 * @param origins those of the object store (`upload`, `pictures`) and of the analytics service
 * @param secure true: the public address is https
 */
export const securityHeaders = (
  origins: { upload: string | null; pictures: string | null; analytics?: string | null },
  secure: boolean,
): Readonly<Record<string, string>> => ({
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "font-src 'self'",
    `img-src 'self' data: blob:${also(origins.pictures)}`,
    `connect-src 'self'${also(origins.upload)}${also(origins.analytics)}`,
    // Only embeds let themselves be shown in a frame, and the dialog with their code shows one.
    "frame-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; '),
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'geolocation=(), microphone=(), payment=(), usb=()',
  'referrer-policy': 'no-referrer',
  ...(secure ? { 'strict-transport-security': 'max-age=31536000' } : {}),
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
})

const also = (origin: string | null = null): string => (origin === null ? '' : ` ${origin}`)
