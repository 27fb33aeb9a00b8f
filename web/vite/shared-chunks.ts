import { parse } from "node:path";

type ModuleInfo = {
  isEntry: boolean;
  importers: readonly string[];
  dynamicImporters: readonly string[];
};
type Context = { getModuleInfo: (id: string) => ModuleInfo | null };

/** Not the facts: only some pages state them. */
const KIT =
  /\/src\/(ui\/(?!toasts\/toaster)|brand\/|api\/(?!generated\/)|auth\/|lib\/|paths|screens|screen-(focus|boundary)|draw|render\.tsx)|vite\/preload-helper/;
const FACTS = /\/src\/(areas\/public\/facts\.ts|api\/generated\/facts\.json)$/;
const LIBRARIES = /\/node_modules\/(@tanstack|date-fns|lucide-react)\//;
const MEDIA = /\/src\/media\//;
const PUBLIC = /\/src\/areas\/public\//;

/** The most visited pages, on cheap phones: they must not load modules that only the rest of the site shares. */
const RECORD = /\/src\/(areas\/public\/record\/|record-app\.tsx$)/;
/** Fetched at once, by `main.ts`. */
const APP = /\/src\/(record-)?app\.tsx$/;
const PORTALS = /\/src\/(portals\.tsx|auth\/|areas\/(?!public\/)|areas\/public\/portal-screen)/;
/** Modules that import the screens; any other dynamic import is part of a screen. */
const SCREENS = /\/src\/(portal-)?screens\.ts$/;

/**
 * Chunks of modules shared by several screens, few in number, so that no public page downloads code of the portals:
 * `kit` for modules in the first loads of several public screens (`site` if no record page uses them), `record` for the
 * record pages' own, one beside a public screen for modules its first load shares with later parts or portals, `record-later`
 * for modules of the record pages' later parts that others load too, and `portal` for modules only portals share. The order matters, because a group includes the imports of its modules.
 */
export const sharedChunks = [
  // Separate, or the first group with a module that imports them would include them.
  { name: "facts", test: FACTS, minShareCount: 2 },
  {
    debugName: "kit",
    test: either(KIT, LIBRARIES),
    minShareCount: 2,
    name(id: string, context: Context) {
      const { first, screens } = usersOf(id, context);
      if (first.length < 2) return null;
      return [...screens].some((screen) => RECORD.test(screen)) ? "kit" : "site";
    },
  },
  {
    debugName: "record",
    test: RECORD,
    minShareCount: 2,
    name: (id: string, context: Context) => (usersOf(id, context).first.length > 1 ? "record" : null),
  },
  {
    debugName: "beside",
    test: either(KIT, LIBRARIES, MEDIA, PUBLIC),
    minShareCount: 2,
    name(id: string, context: Context) {
      const [screen, ...others] = usersOf(id, context).first;
      // Modules that only later parts share must not join a first load.
      return screen && others.length === 0 ? `beside-${parse(screen).name}` : null;
    },
  },
  {
    // Before `portal`, which would include them.
    debugName: "record-later",
    test: either(KIT, LIBRARIES),
    minShareCount: 2,
    name(id: string, context: Context) {
      const { first, screens } = usersOf(id, context);
      return first.length === 0 && [...screens].some((screen) => RECORD.test(screen)) ? "record-later" : null;
    },
  },
  {
    debugName: "portal",
    test: either(KIT, LIBRARIES),
    minShareCount: 2,
    name: (id: string, context: Context) => (usersOf(id, context).screens.size === 0 ? "portal" : null),
  },
];

function either(...patterns: RegExp[]): RegExp {
  return new RegExp(patterns.map((pattern) => pattern.source).join("|"));
}

/** The public screens that use this module, and those that load it first. */
function usersOf(id: string, context: Context): { first: string[]; screens: Set<string> } {
  const roots = rootsOf(id, context);
  const screens = new Set<string>();
  const seen = new Set(roots);
  for (const root of seen) {
    const info = context.getModuleInfo(root);
    const fetchers = info?.dynamicImporters ?? [];
    if (
      info?.isEntry ||
      fetchers.length === 0 ||
      APP.test(root) ||
      fetchers.some((fetcher) => SCREENS.test(fetcher))
    ) {
      screens.add(root);
    }
    for (const fetcher of fetchers) {
      if (!SCREENS.test(fetcher)) for (const owner of rootsOf(fetcher, context)) seen.add(owner);
    }
  }
  return { first: [...roots].filter((root) => screens.has(root)), screens };
}

function rootsOf(id: string, context: Context): Set<string> {
  const roots = new Set<string>();
  const seen = new Set([id]);
  for (const at of seen) {
    const info = context.getModuleInfo(at);
    if (!info) continue;
    if (info.isEntry || info.dynamicImporters.length > 0) roots.add(at);
    for (const importer of info.importers) seen.add(importer);
  }
  return new Set([...roots].filter((root) => !PORTALS.test(root)));
}
