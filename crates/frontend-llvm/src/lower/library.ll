; What compilers may promise of functions of the C library, and of those that C++ and Rust allocate with:
; what the C standard says of them, and what LLVM infers from that (`BuildLibCalls.cpp`). A promise that
; does not stand here is compared like one about any other function.
;
; Types are those of a 64-bit system. A size or a `long` (`i64`) may have 32 bits, and a `long double`
; (`x86_fp80`) may be any floating-point number. What is declared with `(...)` alone is known by its name,
; and nothing is promised of it.


; Numbers: nothing is read, nothing is written.
declare i32 @abs(i32) #0
declare i64 @labs(i64) #0
declare i64 @llabs(i64) #0
declare i32 @ffs(i32) #0
declare i32 @ffsl(i64) #0
declare i32 @ffsll(i64) #0
declare i32 @fls(i32) #0
declare i32 @flsl(i64) #0
declare i32 @flsll(i64) #0
declare i32 @isascii(i32) #0
declare i32 @isdigit(i32) #0
declare i32 @toascii(i32) #0
declare i32 @htonl(i32) #0
declare i16 @htons(i16) #0
declare i32 @ntohl(i32) #0
declare i16 @ntohs(i16) #0
declare double @fabs(double) #0
declare float @fabsf(float) #0
declare x86_fp80 @fabsl(x86_fp80) #0
declare double @ceil(double) #0
declare float @ceilf(float) #0
declare x86_fp80 @ceill(x86_fp80) #0
declare double @floor(double) #0
declare float @floorf(float) #0
declare x86_fp80 @floorl(x86_fp80) #0
declare double @trunc(double) #0
declare float @truncf(float) #0
declare x86_fp80 @truncl(x86_fp80) #0
declare double @round(double) #0
declare float @roundf(float) #0
declare x86_fp80 @roundl(x86_fp80) #0
declare double @roundeven(double) #0
declare float @roundevenf(float) #0
declare x86_fp80 @roundevenl(x86_fp80) #0
declare double @rint(double) #0
declare float @rintf(float) #0
declare x86_fp80 @rintl(x86_fp80) #0
declare double @nearbyint(double) #0
declare float @nearbyintf(float) #0
declare x86_fp80 @nearbyintl(x86_fp80) #0
declare double @cbrt(double) #0
declare float @cbrtf(float) #0
declare x86_fp80 @cbrtl(x86_fp80) #0
declare double @copysign(double, double) #0
declare float @copysignf(float, float) #0
declare x86_fp80 @copysignl(x86_fp80, x86_fp80) #0
declare double @fmin(double, double) #0
declare float @fminf(float, float) #0
declare x86_fp80 @fminl(x86_fp80, x86_fp80) #0
declare double @fmax(double, double) #0
declare float @fmaxf(float, float) #0
declare x86_fp80 @fmaxl(x86_fp80, x86_fp80) #0
declare double @fminimum_num(double, double) #0
declare float @fminimum_numf(float, float) #0
declare x86_fp80 @fminimum_numl(x86_fp80, x86_fp80) #0
declare double @fmaximum_num(double, double) #0
declare float @fmaximum_numf(float, float) #0
declare x86_fp80 @fmaximum_numl(x86_fp80, x86_fp80) #0

; Numbers: `errno` may be written.
declare double @sin(double) #1
declare float @sinf(float) #1
declare x86_fp80 @sinl(x86_fp80) #1
declare double @cos(double) #1
declare float @cosf(float) #1
declare x86_fp80 @cosl(x86_fp80) #1
declare double @tan(double) #1
declare float @tanf(float) #1
declare x86_fp80 @tanl(x86_fp80) #1
declare double @asin(double) #1
declare float @asinf(float) #1
declare x86_fp80 @asinl(x86_fp80) #1
declare double @acos(double) #1
declare float @acosf(float) #1
declare x86_fp80 @acosl(x86_fp80) #1
declare double @atan(double) #1
declare float @atanf(float) #1
declare x86_fp80 @atanl(x86_fp80) #1
declare double @sinh(double) #1
declare float @sinhf(float) #1
declare x86_fp80 @sinhl(x86_fp80) #1
declare double @cosh(double) #1
declare float @coshf(float) #1
declare x86_fp80 @coshl(x86_fp80) #1
declare double @tanh(double) #1
declare float @tanhf(float) #1
declare x86_fp80 @tanhl(x86_fp80) #1
declare double @asinh(double) #1
declare float @asinhf(float) #1
declare x86_fp80 @asinhl(x86_fp80) #1
declare double @acosh(double) #1
declare float @acoshf(float) #1
declare x86_fp80 @acoshl(x86_fp80) #1
declare double @atanh(double) #1
declare float @atanhf(float) #1
declare x86_fp80 @atanhl(x86_fp80) #1
declare double @exp(double) #1
declare float @expf(float) #1
declare x86_fp80 @expl(x86_fp80) #1
declare double @exp2(double) #1
declare float @exp2f(float) #1
declare x86_fp80 @exp2l(x86_fp80) #1
declare double @exp10(double) #1
declare float @exp10f(float) #1
declare x86_fp80 @exp10l(x86_fp80) #1
declare double @expm1(double) #1
declare float @expm1f(float) #1
declare x86_fp80 @expm1l(x86_fp80) #1
declare double @log(double) #1
declare float @logf(float) #1
declare x86_fp80 @logl(x86_fp80) #1
declare double @log2(double) #1
declare float @log2f(float) #1
declare x86_fp80 @log2l(x86_fp80) #1
declare double @log10(double) #1
declare float @log10f(float) #1
declare x86_fp80 @log10l(x86_fp80) #1
declare double @log1p(double) #1
declare float @log1pf(float) #1
declare x86_fp80 @log1pl(x86_fp80) #1
declare double @logb(double) #1
declare float @logbf(float) #1
declare x86_fp80 @logbl(x86_fp80) #1
declare double @sqrt(double) #1
declare float @sqrtf(float) #1
declare x86_fp80 @sqrtl(x86_fp80) #1
declare double @erf(double) #1
declare float @erff(float) #1
declare x86_fp80 @erfl(x86_fp80) #1
declare double @tgamma(double) #1
declare float @tgammaf(float) #1
declare x86_fp80 @tgammal(x86_fp80) #1
declare double @atan2(double, double) #1
declare float @atan2f(float, float) #1
declare x86_fp80 @atan2l(x86_fp80, x86_fp80) #1
declare double @pow(double, double) #1
declare float @powf(float, float) #1
declare x86_fp80 @powl(x86_fp80, x86_fp80) #1
declare double @fmod(double, double) #1
declare float @fmodf(float, float) #1
declare x86_fp80 @fmodl(x86_fp80, x86_fp80) #1
declare double @remainder(double, double) #1
declare float @remainderf(float, float) #1
declare x86_fp80 @remainderl(x86_fp80, x86_fp80) #1
declare double @fdim(double, double) #1
declare float @fdimf(float, float) #1
declare x86_fp80 @fdiml(x86_fp80, x86_fp80) #1
declare double @nextafter(double, double) #1
declare float @nextafterf(float, float) #1
declare x86_fp80 @nextafterl(x86_fp80, x86_fp80) #1
declare double @ldexp(double, i32) #1
declare float @ldexpf(float, i32) #1
declare x86_fp80 @ldexpl(x86_fp80, i32) #1
declare double @scalbn(double, i32) #1
declare float @scalbnf(float, i32) #1
declare x86_fp80 @scalbnl(x86_fp80, i32) #1
declare double @scalbln(double, i64) #1
declare float @scalblnf(float, i64) #1
declare x86_fp80 @scalblnl(x86_fp80, i64) #1
declare i32 @ilogb(double) #1
declare i32 @ilogbf(float) #1
declare i32 @ilogbl(x86_fp80) #1
declare i64 @lrint(double) #1
declare i64 @lrintf(float) #1
declare i64 @lrintl(x86_fp80) #1
declare i64 @lround(double) #1
declare i64 @lroundf(float) #1
declare i64 @lroundl(x86_fp80) #1
declare i64 @llrint(double) #1
declare i64 @llrintf(float) #1
declare i64 @llrintl(x86_fp80) #1
declare i64 @llround(double) #1
declare i64 @llroundf(float) #1
declare i64 @llroundl(x86_fp80) #1

; Numbers: a part is stored.
declare double @frexp(double, ptr nocapture writeonly) #3
declare float @frexpf(float, ptr nocapture writeonly) #3
declare x86_fp80 @frexpl(x86_fp80, ptr nocapture writeonly) #3
declare double @modf(double, ptr nocapture writeonly) #3
declare float @modff(float, ptr nocapture writeonly) #3
declare x86_fp80 @modfl(x86_fp80, ptr nocapture writeonly) #3
declare void @sincos(double, ptr nocapture writeonly, ptr nocapture writeonly) #3
declare void @sincosf(float, ptr nocapture writeonly, ptr nocapture writeonly) #3
declare void @sincosl(x86_fp80, ptr nocapture writeonly, ptr nocapture writeonly) #3
declare double @remquo(double, double, ptr nocapture writeonly) #6
declare float @remquof(float, float, ptr nocapture writeonly) #6
declare x86_fp80 @remquol(x86_fp80, x86_fp80, ptr nocapture writeonly) #6
declare double @nan(ptr nocapture readonly) #2
declare float @nanf(ptr nocapture readonly) #2
declare x86_fp80 @nanl(ptr nocapture readonly) #2
declare void @cabs(...)
declare void @cabsf(...)
declare void @cabsl(...)
declare void @div(...)
declare void @ldiv(...)
declare void @lldiv(...)

; Characters: what they are depends on the locale.
declare i32 @isalnum(i32) #4
declare i32 @isalpha(i32) #4
declare i32 @isblank(i32) #4
declare i32 @iscntrl(i32) #4
declare i32 @isgraph(i32) #4
declare i32 @islower(i32) #4
declare i32 @isprint(i32) #4
declare i32 @ispunct(i32) #4
declare i32 @isspace(i32) #4
declare i32 @isupper(i32) #4
declare i32 @isxdigit(i32) #4
declare i32 @iswalnum(i32) #4
declare i32 @iswalpha(i32) #4
declare i32 @tolower(i32) #4
declare i32 @toupper(i32) #4
declare i32 @towlower(i32) #4
declare i32 @towupper(i32) #4
declare i32 @btowc(i32) #4

; Strings and memory that are read.
declare i64 @strlen(ptr nocapture readonly) #2
declare i64 @strnlen(ptr nocapture readonly, i64) #2
declare i64 @wcslen(ptr nocapture readonly) #2
declare i64 @wcsnlen(ptr nocapture readonly, i64) #2
declare i32 @strcmp(ptr nocapture readonly, ptr nocapture readonly) #2
declare i32 @strncmp(ptr nocapture readonly, ptr nocapture readonly, i64) #2
declare i32 @wcscmp(ptr nocapture readonly, ptr nocapture readonly) #2
declare i32 @wcsncmp(ptr nocapture readonly, ptr nocapture readonly, i64) #2
declare i32 @strverscmp(ptr nocapture readonly, ptr nocapture readonly) #2
declare i64 @strspn(ptr nocapture readonly, ptr nocapture readonly) #2
declare i64 @strcspn(ptr nocapture readonly, ptr nocapture readonly) #2
declare i32 @memcmp(ptr nocapture readonly, ptr nocapture readonly, i64) #2
declare i32 @bcmp(ptr nocapture readonly, ptr nocapture readonly, i64) #2
declare i32 @wmemcmp(ptr nocapture readonly, ptr nocapture readonly, i64) #2
declare ptr @strchr(ptr readonly, i32) #2
declare ptr @strrchr(ptr readonly, i32) #2
declare ptr @strchrnul(ptr readonly, i32) #2
declare ptr @wcschr(ptr readonly, i32) #2
declare ptr @memchr(ptr readonly, i32, i64) #2
declare ptr @memrchr(ptr readonly, i32, i64) #2
declare ptr @wmemchr(ptr readonly, i32, i64) #2
declare ptr @strpbrk(ptr readonly, ptr nocapture readonly) #2
declare ptr @strstr(ptr readonly, ptr nocapture readonly) #2
declare ptr @memmem(ptr readonly, i64, ptr nocapture readonly, i64) #2
declare i32 @strcasecmp(ptr nocapture readonly, ptr nocapture readonly) #4
declare i32 @strncasecmp(ptr nocapture readonly, ptr nocapture readonly, i64) #4
declare i32 @strcoll(ptr nocapture readonly, ptr nocapture readonly) #4
declare i32 @atoi(ptr nocapture readonly) #4
declare i64 @atol(ptr nocapture readonly) #4
declare i64 @atoll(ptr nocapture readonly) #4
declare double @atof(ptr nocapture readonly) #4

; Strings and memory that are written.
declare ptr @memcpy(ptr noalias returned writeonly, ptr noalias nocapture readonly, i64) #3
declare ptr @memmove(ptr returned writeonly, ptr nocapture readonly, i64) #3
declare ptr @memset(ptr returned writeonly, i32, i64) #3
declare ptr @mempcpy(ptr noalias writeonly, ptr noalias nocapture readonly, i64) #3
declare ptr @memccpy(ptr noalias writeonly, ptr noalias nocapture readonly, i32, i64) #3
declare ptr @wmemcpy(ptr noalias returned writeonly, ptr noalias nocapture readonly, i64) #3
declare ptr @wmemset(ptr returned writeonly, i32, i64) #3
declare void @bcopy(ptr nocapture readonly, ptr nocapture writeonly, i64) #3
declare void @bzero(ptr nocapture writeonly, i64) #3
declare void @memset_pattern4(ptr nocapture writeonly, ptr nocapture readonly, i64) #3
declare void @memset_pattern8(ptr nocapture writeonly, ptr nocapture readonly, i64) #3
declare void @memset_pattern16(ptr nocapture writeonly, ptr nocapture readonly, i64) #3
declare ptr @strcpy(ptr noalias returned writeonly, ptr noalias nocapture readonly) #3
declare ptr @strncpy(ptr noalias returned writeonly, ptr noalias nocapture readonly, i64) #3
declare ptr @stpcpy(ptr noalias writeonly, ptr noalias nocapture readonly) #3
declare ptr @stpncpy(ptr noalias writeonly, ptr noalias nocapture readonly, i64) #3
declare ptr @strcat(ptr noalias returned, ptr noalias nocapture readonly) #3
declare ptr @strncat(ptr noalias returned, ptr noalias nocapture readonly, i64) #3
declare ptr @wcscpy(ptr noalias returned writeonly, ptr noalias nocapture readonly) #3
declare ptr @wcscat(ptr noalias returned, ptr noalias nocapture readonly) #3
declare i64 @strlcpy(ptr noalias nocapture writeonly, ptr noalias nocapture readonly, i64) #3
declare i64 @strlcat(ptr noalias nocapture, ptr noalias nocapture readonly, i64) #3
declare ptr @__memcpy_chk(ptr noalias writeonly, ptr noalias nocapture readonly, i64, i64) #7
declare ptr @__memmove_chk(ptr writeonly, ptr nocapture readonly, i64, i64) #7
declare ptr @__memset_chk(ptr writeonly, i32, i64, i64) #7
declare ptr @__mempcpy_chk(ptr noalias writeonly, ptr noalias nocapture readonly, i64, i64) #7
declare ptr @__strcpy_chk(ptr noalias writeonly, ptr noalias nocapture readonly, i64) #7
declare ptr @__stpcpy_chk(ptr noalias writeonly, ptr noalias nocapture readonly, i64) #7
declare ptr @__strncpy_chk(ptr noalias writeonly, ptr noalias nocapture readonly, i64, i64) #7
declare ptr @__strcat_chk(ptr noalias, ptr noalias nocapture readonly, i64) #7
declare ptr @__strncat_chk(ptr noalias, ptr noalias nocapture readonly, i64, i64) #7
declare i64 @__strlen_chk(ptr nocapture readonly, i64) #7
declare i64 @strxfrm(ptr noalias nocapture, ptr noalias nocapture readonly, i64) #6
declare ptr @strtok(ptr noalias, ptr noalias nocapture readonly) #6
declare ptr @strtok_r(ptr noalias, ptr noalias nocapture readonly, ptr noalias) #6
declare ptr @__strtok_r(ptr noalias, ptr noalias nocapture readonly, ptr noalias) #6
declare ptr @strsep(ptr nocapture, ptr nocapture readonly) #6
declare i64 @strtol(ptr noalias readonly, ptr noalias nocapture, i32) #6
declare i64 @strtoll(ptr noalias readonly, ptr noalias nocapture, i32) #6
declare i64 @strtoul(ptr noalias readonly, ptr noalias nocapture, i32) #6
declare i64 @strtoull(ptr noalias readonly, ptr noalias nocapture, i32) #6
declare double @strtod(ptr noalias readonly, ptr noalias nocapture) #6
declare float @strtof(ptr noalias readonly, ptr noalias nocapture) #6
declare x86_fp80 @strtold(ptr noalias readonly, ptr noalias nocapture) #6

; Memory that is allocated and freed.
declare noalias ptr @malloc(i64) #5 allockind("alloc,uninitialized") allocsize(0)
declare noalias ptr @vec_malloc(i64) #5 allockind("alloc,uninitialized") allocsize(0)
declare noalias ptr @valloc(i64) #5 allockind("alloc,uninitialized") allocsize(0)
declare noalias ptr @pvalloc(i64) #5 allockind("alloc,uninitialized")
declare noalias ptr @calloc(i64, i64) #5 allockind("alloc,zeroed") allocsize(0,1)
declare noalias ptr @vec_calloc(i64, i64) #5 allockind("alloc,zeroed") allocsize(0,1)
declare noalias ptr @aligned_alloc(i64 allocalign, i64) #5 allockind("alloc,uninitialized,aligned") allocsize(1)
declare noalias ptr @memalign(i64 allocalign, i64) #5 allockind("alloc,uninitialized,aligned") allocsize(1)
declare i32 @posix_memalign(ptr nocapture, i64, i64) #6
declare noalias ptr @realloc(ptr nocapture allocptr, i64) #8 allockind("realloc") allocsize(1)
declare noalias ptr @reallocf(ptr nocapture allocptr, i64) #8 allockind("realloc") allocsize(1)
declare noalias ptr @vec_realloc(ptr nocapture allocptr, i64) #8 allockind("realloc") allocsize(1)
declare noalias ptr @reallocarray(ptr nocapture allocptr, i64, i64) #8 allockind("realloc") allocsize(1,2)
declare void @free(ptr nocapture allocptr) #8 allockind("free")
declare void @vec_free(ptr nocapture allocptr) #8 allockind("free")
declare noalias ptr @strdup(ptr nocapture readonly) #9
declare noalias ptr @__strdup(ptr nocapture readonly) #9
declare noalias ptr @strndup(ptr nocapture readonly, i64) #9
declare noalias ptr @__strndup(ptr nocapture readonly, i64) #9

; Operators of C++. Whoever replaces them keeps what the standard demands.
declare noalias ptr @_Znwj(i64) allockind("alloc,uninitialized") allocsize(0)
declare noalias ptr @_ZnwjRKSt9nothrow_t(i64, ptr) nounwind allockind("alloc,uninitialized") allocsize(0)
declare noalias ptr @_ZnwjSt11align_val_t(i64, i64 allocalign) allockind("alloc,uninitialized,aligned") allocsize(0)
declare noalias ptr @_ZnwjSt11align_val_tRKSt9nothrow_t(i64, i64 allocalign, ptr) nounwind allockind("alloc,uninitialized,aligned") allocsize(0)
declare noalias ptr @_Znwm(i64) allockind("alloc,uninitialized") allocsize(0)
declare noalias ptr @_ZnwmRKSt9nothrow_t(i64, ptr) nounwind allockind("alloc,uninitialized") allocsize(0)
declare noalias ptr @_ZnwmSt11align_val_t(i64, i64 allocalign) allockind("alloc,uninitialized,aligned") allocsize(0)
declare noalias ptr @_ZnwmSt11align_val_tRKSt9nothrow_t(i64, i64 allocalign, ptr) nounwind allockind("alloc,uninitialized,aligned") allocsize(0)
declare noalias ptr @_Znaj(i64) allockind("alloc,uninitialized") allocsize(0)
declare noalias ptr @_ZnajRKSt9nothrow_t(i64, ptr) nounwind allockind("alloc,uninitialized") allocsize(0)
declare noalias ptr @_ZnajSt11align_val_t(i64, i64 allocalign) allockind("alloc,uninitialized,aligned") allocsize(0)
declare noalias ptr @_ZnajSt11align_val_tRKSt9nothrow_t(i64, i64 allocalign, ptr) nounwind allockind("alloc,uninitialized,aligned") allocsize(0)
declare noalias ptr @_Znam(i64) allockind("alloc,uninitialized") allocsize(0)
declare noalias ptr @_ZnamRKSt9nothrow_t(i64, ptr) nounwind allockind("alloc,uninitialized") allocsize(0)
declare noalias ptr @_ZnamSt11align_val_t(i64, i64 allocalign) allockind("alloc,uninitialized,aligned") allocsize(0)
declare noalias ptr @_ZnamSt11align_val_tRKSt9nothrow_t(i64, i64 allocalign, ptr) nounwind allockind("alloc,uninitialized,aligned") allocsize(0)
declare void @_ZdlPv(ptr allocptr) nounwind allockind("free")
declare void @_ZdlPvj(ptr allocptr, i64) nounwind allockind("free")
declare void @_ZdlPvm(ptr allocptr, i64) nounwind allockind("free")
declare void @_ZdlPvRKSt9nothrow_t(ptr allocptr, ptr) nounwind allockind("free")
declare void @_ZdlPvSt11align_val_t(ptr allocptr, i64) nounwind allockind("free")
declare void @_ZdlPvjSt11align_val_t(ptr allocptr, i64, i64) nounwind allockind("free")
declare void @_ZdlPvmSt11align_val_t(ptr allocptr, i64, i64) nounwind allockind("free")
declare void @_ZdlPvSt11align_val_tRKSt9nothrow_t(ptr allocptr, i64, ptr) nounwind allockind("free")
declare void @_ZdaPv(ptr allocptr) nounwind allockind("free")
declare void @_ZdaPvj(ptr allocptr, i64) nounwind allockind("free")
declare void @_ZdaPvm(ptr allocptr, i64) nounwind allockind("free")
declare void @_ZdaPvRKSt9nothrow_t(ptr allocptr, ptr) nounwind allockind("free")
declare void @_ZdaPvSt11align_val_t(ptr allocptr, i64) nounwind allockind("free")
declare void @_ZdaPvjSt11align_val_t(ptr allocptr, i64, i64) nounwind allockind("free")
declare void @_ZdaPvmSt11align_val_t(ptr allocptr, i64, i64) nounwind allockind("free")
declare void @_ZdaPvSt11align_val_tRKSt9nothrow_t(ptr allocptr, i64, ptr) nounwind allockind("free")

; What C++ throws and cleans up with.
declare ptr @__cxa_allocate_exception(i64) nounwind
declare void @__cxa_free_exception(ptr) nounwind
declare void @__cxa_throw(ptr, ptr, ptr) noreturn
declare void @__cxa_rethrow() noreturn
declare ptr @__cxa_begin_catch(ptr) nounwind
declare void @__cxa_end_catch()
declare ptr @__cxa_get_exception_ptr(ptr) nounwind
declare i32 @__cxa_guard_acquire(ptr) nounwind
declare void @__cxa_guard_release(ptr) nounwind
declare void @__cxa_guard_abort(ptr) nounwind
declare i32 @__cxa_atexit(ptr, ptr, ptr) nounwind
declare void @__cxa_pure_virtual() noreturn nounwind
declare void @__cxa_bad_cast() noreturn
declare void @__cxa_bad_typeid() noreturn
declare void @__cxa_throw_bad_array_new_length() noreturn
declare void @_ZSt9terminatev() noreturn nounwind

; Rust allocates with these.
declare noalias ptr @__rust_alloc(i64, i64 allocalign) #10 allockind("alloc,uninitialized,aligned") allocsize(0)
declare noalias ptr @__rust_alloc_zeroed(i64, i64 allocalign) #10 allockind("alloc,zeroed,aligned") allocsize(0)
declare noalias ptr @__rust_realloc(ptr allocptr, i64, i64 allocalign, i64) #10 allockind("realloc,aligned") allocsize(3)
declare void @__rust_dealloc(ptr allocptr, i64, i64) #10 allockind("free")

; The end of the program, or a jump out of the function.
declare void @exit(i32) noreturn nounwind
declare void @abort() noreturn nounwind
declare void @quick_exit(i32) noreturn nounwind
declare void @longjmp(ptr, i32) noreturn nounwind
declare void @siglongjmp(ptr, i32) noreturn nounwind
declare void @_longjmp(ptr, i32) noreturn nounwind
declare void @_Exit(i32) noreturn nounwind nofree
declare void @_exit(i32) noreturn nounwind nofree
declare void @__assert_fail(ptr, ptr, i32, ptr) noreturn nounwind
declare void @__stack_chk_fail() noreturn nounwind

; Files. Whoever reads or writes one may wait for ever.
declare i32 @putchar(i32) #7
declare i32 @putchar_unlocked(i32) #7
declare i32 @puts(ptr nocapture readonly) #7
declare i32 @getchar() #7
declare i32 @getchar_unlocked() #7
declare void @perror(ptr nocapture readonly) #7
declare i32 @printf(ptr nocapture readonly, ...) #7
declare i32 @iprintf(ptr nocapture readonly, ...) #7
declare i32 @small_printf(ptr nocapture readonly, ...) #7
declare i32 @vprintf(ptr nocapture readonly, ptr) #7
declare i32 @scanf(ptr nocapture readonly, ...) #7
declare i32 @__isoc99_scanf(ptr nocapture readonly, ...) #7
declare i32 @vscanf(ptr nocapture readonly, ptr) #7
declare i32 @fputc(i32, ptr nocapture) #7
declare i32 @putc(i32, ptr nocapture) #7
declare i32 @fputc_unlocked(i32, ptr nocapture) #7
declare i32 @putc_unlocked(i32, ptr nocapture) #7
declare i32 @_IO_putc(i32, ptr nocapture) #7
declare i32 @putw(i32, ptr nocapture) #7
declare i32 @ungetc(i32, ptr nocapture) #7
declare i32 @fgetc(ptr nocapture) #7
declare i32 @getc(ptr nocapture) #7
declare i32 @fgetc_unlocked(ptr nocapture) #7
declare i32 @getc_unlocked(ptr nocapture) #7
declare i32 @_IO_getc(ptr nocapture) #7
declare i32 @getw(ptr nocapture) #7
declare i32 @feof(ptr nocapture) #7
declare i32 @ferror(ptr nocapture) #7
declare i32 @fileno(ptr nocapture) #7
declare i32 @fflush(ptr nocapture) #7
declare i32 @ftrylockfile(ptr nocapture) #7
declare void @clearerr(ptr nocapture) #7
declare void @flockfile(ptr nocapture) #7
declare void @funlockfile(ptr nocapture) #7
declare void @rewind(ptr nocapture) #7
declare i64 @ftell(ptr nocapture) #7
declare i64 @ftello(ptr nocapture) #7
declare i64 @ftello64(ptr nocapture) #7
declare i32 @fseek(ptr nocapture, i64, i32) #7
declare i32 @fseeko(ptr nocapture, i64, i32) #7
declare i32 @fseeko64(ptr nocapture, i64, i32) #7
declare i32 @fputs(ptr nocapture readonly, ptr nocapture) #7
declare i32 @fputs_unlocked(ptr nocapture readonly, ptr nocapture) #7
declare i64 @fwrite(ptr nocapture readonly, i64, i64, ptr nocapture) #7
declare i64 @fwrite_unlocked(ptr nocapture readonly, i64, i64, ptr nocapture) #7
declare i64 @fread(ptr nocapture, i64, i64, ptr nocapture) #7
declare i64 @fread_unlocked(ptr nocapture, i64, i64, ptr nocapture) #7
declare ptr @fgets(ptr, i32, ptr nocapture) #7
declare ptr @fgets_unlocked(ptr, i32, ptr nocapture) #7
declare i32 @fprintf(ptr nocapture, ptr nocapture readonly, ...) #7
declare i32 @fiprintf(ptr nocapture, ptr nocapture readonly, ...) #7
declare i32 @small_fprintf(ptr nocapture, ptr nocapture readonly, ...) #7
declare i32 @vfprintf(ptr nocapture, ptr nocapture readonly, ptr) #7
declare i32 @fscanf(ptr nocapture, ptr nocapture readonly, ...) #7
declare i32 @__isoc99_fscanf(ptr nocapture, ptr nocapture readonly, ...) #7
declare i32 @vfscanf(ptr nocapture, ptr nocapture readonly, ptr) #7
declare i32 @fgetpos(ptr nocapture, ptr nocapture) #7
declare i32 @fsetpos(ptr nocapture, ptr nocapture readonly) #7
declare noalias ptr @fopen(ptr nocapture readonly, ptr nocapture readonly) nounwind
declare noalias ptr @fopen64(ptr nocapture readonly, ptr nocapture readonly) nounwind
declare noalias ptr @popen(ptr nocapture readonly, ptr nocapture readonly) nounwind
declare noalias ptr @fdopen(i32, ptr nocapture readonly) nounwind
declare noalias ptr @tmpfile() nounwind
declare noalias ptr @tmpfile64() nounwind
declare i32 @fclose(ptr nocapture) nounwind
declare i32 @pclose(ptr nocapture) nounwind
declare void @setbuf(ptr nocapture, ptr) nounwind
declare i32 @setvbuf(ptr nocapture, ptr, i32, i64) nounwind

; Text that is put together and taken apart.
declare i32 @sprintf(ptr noalias nocapture, ptr noalias nocapture readonly, ...) #7
declare i32 @siprintf(ptr noalias nocapture, ptr noalias nocapture readonly, ...) #7
declare i32 @small_sprintf(ptr noalias nocapture, ptr noalias nocapture readonly, ...) #7
declare i32 @snprintf(ptr noalias nocapture, i64, ptr nocapture readonly, ...) #7
declare i32 @vsprintf(ptr nocapture, ptr nocapture readonly, ptr) #7
declare i32 @vsnprintf(ptr nocapture, i64, ptr nocapture readonly, ptr) #7
declare i32 @__sprintf_chk(ptr, i32, i64, ptr, ...) nounwind
declare i32 @__snprintf_chk(ptr, i64, i32, i64, ptr, ...) nounwind
declare i32 @sscanf(ptr nocapture readonly, ptr nocapture readonly, ...) #7
declare i32 @__isoc99_sscanf(ptr nocapture readonly, ptr nocapture readonly, ...) #7
declare i32 @vsscanf(ptr nocapture readonly, ptr nocapture readonly, ptr) #7

; The system. It is not known here what else these do.
declare i32 @rand() nounwind
declare i64 @random() nounwind
declare i32 @rand_r(ptr nocapture) nounwind
declare void @srand(i32) nounwind
declare void @srandom(i32) nounwind
declare i64 @clock() nounwind
declare i64 @time(ptr nocapture) nounwind
declare double @difftime(i64, i64) nounwind
declare i64 @mktime(ptr nocapture) nounwind
declare ptr @getenv(ptr nocapture) nounwind
declare i32 @gettimeofday(ptr nocapture, ptr nocapture) nounwind
declare i32 @getpid() nounwind
declare i32 @getppid() nounwind
declare i32 @getuid() nounwind
declare i32 @isatty(i32) nounwind
declare i32 @access(ptr nocapture readonly, i32) nounwind
declare i32 @chdir(ptr nocapture readonly) nounwind
declare i32 @chmod(ptr nocapture readonly, i32) nounwind
declare i32 @mkdir(ptr nocapture readonly, i32) nounwind
declare i32 @rmdir(ptr nocapture readonly) nounwind
declare i32 @remove(ptr nocapture readonly) nounwind
declare i32 @rename(ptr nocapture readonly, ptr nocapture readonly) nounwind
declare i32 @unlink(ptr nocapture readonly) nounwind
declare i32 @stat(ptr nocapture readonly, ptr nocapture) nounwind
declare i32 @lstat(ptr nocapture readonly, ptr nocapture) nounwind
declare i32 @fstat(i32, ptr nocapture) nounwind
declare i64 @read(i32, ptr nocapture, i64)
declare i64 @write(i32, ptr nocapture readonly, i64)
declare i64 @pread(i32, ptr nocapture, i64, i64)
declare i64 @pwrite(i32, ptr nocapture readonly, i64, i64)
declare i32 @open(ptr nocapture readonly, i32, ...)
declare i32 @open64(ptr nocapture readonly, i32, ...)
declare i32 @close(i32)
declare i32 @system(ptr nocapture readonly)

; Known by name alone.
declare void @asctime(...)
declare void @asprintf(...)
declare void @atexit(...)
declare void @basename(...)
declare void @bsearch(...)
declare void @chown(...)
declare void @closedir(...)
declare void @ctermid(...)
declare void @ctime(...)
declare void @dirname(...)
declare void @dup(...)
declare void @dup2(...)
declare void @execl(...)
declare void @execle(...)
declare void @execlp(...)
declare void @execv(...)
declare void @execvP(...)
declare void @execve(...)
declare void @execvp(...)
declare void @execvpe(...)
declare void @flock(...)
declare void @fork(...)
declare void @freopen(...)
declare void @fstat64(...)
declare void @fstatvfs(...)
declare void @fstatvfs64(...)
declare void @getcwd(...)
declare void @getitimer(...)
declare void @getlogin_r(...)
declare void @getopt(...)
declare void @getpwnam(...)
declare void @gets(...)
declare void @gmtime(...)
declare void @hdestroy(...)
declare void @hsearch(...)
declare void @kill(...)
declare void @lchown(...)
declare void @link(...)
declare void @localeconv(...)
declare void @localtime(...)
declare void @lseek(...)
declare void @lstat64(...)
declare void @mblen(...)
declare void @mbrlen(...)
declare void @mbrtowc(...)
declare void @mbsrtowcs(...)
declare void @mbstowcs(...)
declare void @mbtowc(...)
declare void @mkfifo(...)
declare void @mkstemp(...)
declare void @nanosleep(...)
declare void @openat(...)
declare void @opendir(...)
declare void @pathconf(...)
declare void @pause(...)
declare void @pipe(...)
declare void @poll(...)
declare void @putenv(...)
declare void @qsort(...)
declare void @qsort_r(...)
declare void @raise(...)
declare void @readdir(...)
declare void @readlink(...)
declare void @realpath(...)
declare void @recv(...)
declare void @regcomp(...)
declare void @regexec(...)
declare void @rewinddir(...)
declare void @select(...)
declare void @send(...)
declare void @setenv(...)
declare void @setitimer(...)
declare void @setjmp(...)
declare void @setlocale(...)
declare void @setsid(...)
declare void @setuid(...)
declare void @sigaction(...)
declare void @signal(...)
declare void @sigprocmask(...)
declare void @sleep(...)
declare void @socket(...)
declare void @stat64(...)
declare void @statvfs(...)
declare void @statvfs64(...)
declare void @strerror(...)
declare void @strftime(...)
declare void @strptime(...)
declare void @strsignal(...)
declare void @symlink(...)
declare void @sync(...)
declare void @sysconf(...)
declare void @times(...)
declare void @tmpnam(...)
declare void @ttyname(...)
declare void @tzset(...)
declare void @umask(...)
declare void @uname(...)
declare void @unsetenv(...)
declare void @usleep(...)
declare void @utime(...)
declare void @utimes(...)
declare void @vasprintf(...)
declare void @vfork(...)
declare void @wait(...)
declare void @waitpid(...)
declare void @wcrtomb(...)
declare void @wcstombs(...)
declare void @wctomb(...)

attributes #0 = { nounwind willreturn mustprogress nofree nosync nocallback memory(none) }
attributes #1 = { nounwind willreturn mustprogress nofree nosync nocallback memory(errnomem: write) }
attributes #2 = { nounwind willreturn mustprogress nofree nosync nocallback memory(argmem: read) }
attributes #3 = { nounwind willreturn mustprogress nofree nosync nocallback memory(argmem: readwrite) }
attributes #4 = { nounwind willreturn mustprogress nofree nosync nocallback memory(read, errnomem: readwrite) }
attributes #5 = { nounwind willreturn mustprogress nofree memory(inaccessiblemem: readwrite) }
attributes #6 = { nounwind willreturn mustprogress nofree }
attributes #7 = { nounwind nofree }
attributes #8 = { nounwind willreturn mustprogress memory(argmem: readwrite, inaccessiblemem: readwrite) }
attributes #9 = { nounwind willreturn mustprogress nofree memory(argmem: read, inaccessiblemem: readwrite) }
attributes #10 = { nounwind }
