// Runs before the first paint, so that a dark screen never flashes white. External because the page allows no inline script.
;(() => {
  const kept = (key) => {
    try {
      return localStorage.getItem(key)
    } catch {
      return null
    }
  }
  const chosen = kept('twofold.theme')
  const dark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.dataset.theme = dark ? 'dark' : 'light'
  // A signed-in user is redirected and must not see the login page first.
  if (kept('twofold.token')) document.documentElement.dataset.session = 'kept'
})()
