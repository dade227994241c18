"""Numbers in words, by ICU's C library through ctypes: no package is needed beside libicu itself."""

import ctypes
import ctypes.util
import re

SPELL_OUT = 5  # UNUM_SPELLOUT
DEFAULT_RULE_SET = 6  # UNUM_DEFAULT_RULESET
PUBLIC_RULE_SETS = 7  # UNUM_PUBLIC_RULESETS

OTHER = re.compile("-(year|days|plural|genitive|partitive|dative|instrumental|locative|.?.?.?(ess|lat)ive|translative)")


class Icu:
    """The library, whatever version the machine has: its functions have the version in their names."""

    def __init__(self):
        path = ctypes.util.find_library("icui18n")
        if path is None:
            raise SystemExit("ICU is not here: apt install libicu72 (or another version of it)")
        self.version = re.search(r"\.so\.(\d+)", path).group(1)
        self._formats = ctypes.CDLL(path)
        self._common = ctypes.CDLL(path.replace("icui18n", "icuuc"))

    def _function(self, library, name, result=ctypes.c_int32):
        function = getattr(library, f"{name}_{self.version}")
        function.restype = result
        return function

    def full_version(self):
        """The version of ICU, such as 72.1."""
        numbers = (ctypes.c_uint8 * 4)()
        self._function(self._common, "u_getVersion", None)(numbers)
        return f"{numbers[0]}.{numbers[1]}"

    def locales(self):
        """The locales that have rules of their own for spelling numbers out."""
        status = ctypes.c_int32(0)
        folder = f"icudt{self.version}l-rbnf".encode()
        opened = self._function(self._common, "ures_openAvailableLocales", ctypes.c_void_p)
        names = ctypes.c_void_p(opened(folder, ctypes.byref(status)))
        if status.value > 0:
            raise SystemExit(f"ICU does not list its locales: error {status.value}")
        following = self._function(self._common, "uenum_next", ctypes.c_char_p)
        found = []
        while (name := following(names, None, ctypes.byref(status))) is not None:
            found.append(name.decode())
        return sorted(found)

    def speller(self, locale):
        return Speller(self, locale)


class Speller:
    """Spells numbers out in one locale."""

    def __init__(self, icu, locale):
        status = ctypes.c_int32(0)
        opened = icu._function(icu._formats, "unum_open", ctypes.c_void_p)
        self._icu = icu
        self._handle = ctypes.c_void_p(
            opened(SPELL_OUT, None, 0, locale.encode(), None, ctypes.byref(status))
        )
        if status.value > 0:
            raise SystemExit(f"ICU does not spell numbers out in {locale}: error {status.value}")
        self._format = icu._function(icu._formats, "unum_formatInt64")

    def _text(self, call):
        size = 4096
        buffer = (ctypes.c_uint16 * size)()
        status = ctypes.c_int32(0)
        length = call(buffer, size, status)
        if status.value > 0 or length > size:
            raise ValueError(f"ICU: error {status.value}")
        return bytes(buffer)[: 2 * length].decode("utf-16-le")

    def _attribute(self, which):
        get = self._icu._function(self._icu._formats, "unum_getTextAttribute")
        return self._text(lambda b, n, s: get(self._handle, which, b, n, ctypes.byref(s)))

    def rule_sets(self):
        """The public rule sets for cardinal numbers, the one that ICU takes by itself first. Years and days are not
        numbers, and cases other than nominative and accusative would multiply the words of Finnish, Polish and Russian."""
        sets = [name for name in self._attribute(PUBLIC_RULE_SETS).split(";") if name]
        default = self._attribute(DEFAULT_RULE_SET)
        cardinal = [
            name
            for name in sets
            if name.startswith(("%spellout-numbering", "%spellout-cardinal")) and not OTHER.search(name)
        ]
        first = [default] if default in sets else []
        return first + [name for name in cardinal if name != default]

    def use(self, rule_set):
        text = rule_set.encode("utf-16-le")
        status = ctypes.c_int32(0)
        set_to = self._icu._function(self._icu._formats, "unum_setTextAttribute", None)
        set_to(self._handle, DEFAULT_RULE_SET, text, len(text) // 2, ctypes.byref(status))
        if status.value > 0:
            raise ValueError(f"ICU has no rule set {rule_set}: error {status.value}")

    def spell(self, number):
        value = ctypes.c_int64(number)
        return self._text(
            lambda b, n, s: self._format(self._handle, value, b, n, None, ctypes.byref(s))
        )
