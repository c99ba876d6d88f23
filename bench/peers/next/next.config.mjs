/** Compression is left to a proxy, as in our server. */
export default { compress: false, poweredByHeader: false, turbopack: { root: import.meta.dirname } }
