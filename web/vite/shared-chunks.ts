import { parse } from "node:path";

type ModuleInfo = {
  isEntry: boolean;
  importers: readonly string[];
  dynamicImporters: readonly string[];
};
type Context = { getModuleInfo: (id: string) => ModuleInfo | null };

const KIT = /\/src\/(ui\/(?!toaster)|brand\/|api\/|auth\/|hold-back|paths|screens)|vite\/preload-helper/;
const LIBRARIES = /\/node_modules\/(@tanstack|date-fns|lucide-react)\//;
const MEDIA = /\/src\/media\//;

const PORTALS = /\/src\/(portals\.tsx|areas\/(?!public\/))/;
/** What names the screens; whatever else is fetched on its own is a part of one. */
const SCREENS = /\/src\/(portal-)?screens\.ts$/;

/**
 * What several screens share, in few files, so that no page of the public downloads code of the portals:
 * `kit` where public screens share it, a file beside a public screen where the rest of that screen or portals
 * share it, and `portal` for all else. In this order, because a group takes along what its modules import.
 */
export const sharedChunks = [
  {
    debugName: "kit",
    test: either(KIT, LIBRARIES),
    minShareCount: 2,
    name: (id: string, context: Context) => (usersOf(id, context).screens.size > 1 ? "kit" : null),
  },
  {
    debugName: "beside",
    test: either(KIT, LIBRARIES, MEDIA),
    minShareCount: 2,
    name(id: string, context: Context) {
      const { roots, screens } = usersOf(id, context);
      const [screen] = screens;
      // What only its later parts share must not come with its first load.
      return screen && screens.size === 1 && roots.has(screen) ? `beside-${parse(screen).name}` : null;
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

/** Of the public: the modules that are fetched on their own and bring this one along, and the screens they serve. */
function usersOf(id: string, context: Context): { roots: Set<string>; screens: Set<string> } {
  const roots = rootsOf(id, context);
  const screens = new Set<string>();
  const seen = new Set(roots);
  for (const root of seen) {
    const info = context.getModuleInfo(root);
    const fetchers = info?.dynamicImporters ?? [];
    if (info?.isEntry || fetchers.length === 0 || fetchers.some((fetcher) => SCREENS.test(fetcher))) {
      screens.add(root);
    }
    for (const fetcher of fetchers) {
      if (!SCREENS.test(fetcher)) for (const owner of rootsOf(fetcher, context)) seen.add(owner);
    }
  }
  return { roots, screens };
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
