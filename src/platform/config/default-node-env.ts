/*
 * Where nobody has said otherwise, the server runs in production: React reads `NODE_ENV` when it is loaded, and its development build takes
 * several times as long for a page. Entry points import this module first, and React only later.
 */
process.env.NODE_ENV ||= 'production'
